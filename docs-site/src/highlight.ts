import { escapeText } from './html.ts';

/**
 * What a language is made of: one expression with a named group for each kind. `c` comment, `s`
 * string, `k` keyword, `n` number, `p` name.
 */
const languages: Record<string, RegExp> = {
  ts: /(?<c>\/\/.*|\/\*[\s\S]*?\*\/)|(?<s>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<k>\b(?:as|async|await|break|case|catch|class|const|continue|default|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|switch|throw|true|try|type|typeof|undefined|void|while)\b)|(?<n>\b\d[\d_.]*\b)|(?<p>\b[a-zA-Z]\w*(?=\())/g,
  sh: /(?<c>(?<=^|\s)#.*)|(?<s>'[^']*'|"(?:[^"\\]|\\.)*")|(?<k>\b(?:curl|npm|npx|node|if|then|else|fi|for|in|do|done|while|until|export|local|function|return)\b)|(?<p>\$\w+|\$\{[^}]*\})|(?<n>(?<=\s)--?[a-zA-Z][\w-]*)/gm,
  json: /(?<p>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*")|(?<k>\b(?:true|false|null)\b)|(?<n>-?\b\d[\d.eE+-]*)/g,
  http: /(?<k>^(?:GET|POST|PUT|PATCH|DELETE)\b|^HTTP\/[\d.]+)|(?<p>^[\w-]+(?=: ))|(?<s>"(?:[^"\\\n]|\\.)*")/gm,
};
const sameAs: Record<string, string> = {
  typescript: 'ts',
  js: 'ts',
  javascript: 'ts',
  bash: 'sh',
  shell: 'sh',
};

/**
 * Code as markup with a class for each kind of word (`t-c`, `t-s`, `t-k`, `t-n`, `t-p`); styles
 * give the colours.
 *
 * @param language as after the backticks of a fence; unknown ones stay plain
 */
export function highlighted(code: string, language: string): string {
  const pattern = languages[sameAs[language] ?? language];
  if (pattern === undefined) return escapeText(code);
  let text = '';
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const kind =
      Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? 'p';
    text += `${escapeText(code.slice(at, match.index))}<span class="t-${kind}">${escapeText(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return text + escapeText(code.slice(at));
}
