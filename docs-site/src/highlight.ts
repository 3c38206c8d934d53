import { createHighlighterCoreSync } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import go from 'shiki/langs/go.mjs';
import http from 'shiki/langs/http.mjs';
import java from 'shiki/langs/java.mjs';
import json from 'shiki/langs/json.mjs';
import php from 'shiki/langs/php.mjs';
import python from 'shiki/langs/python.mjs';
import shell from 'shiki/langs/shellscript.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import { escapeText } from './html.ts';

/** Scopes of each token class, from general to specific. Other tokens look like plain text. */
const scopes: Record<string, string[]> = {
  't-c': ['comment'],
  't-s': ['string', 'entity.other.attribute-name'],
  't-k': [
    'keyword',
    'storage',
    'constant.language',
    'variable.language',
    'keyword.operator.new',
    'keyword.operator.expression',
  ],
  't-n': ['constant.numeric', 'constant.other.option'],
  't-p': ['entity.name', 'support.function', 'support.type.property-name', 'variable.other.normal'],
  '': [
    'keyword.operator',
    'keyword.other',
    'meta.template.expression',
    'punctuation.separator',
    'string.unquoted',
  ],
};

// The content security policy of the pages forbids inline styles, so each "color" of the theme
// is replaced by a class name.
const classNames = Object.keys(scopes);
const colorOf = (index: number): string => `#00000${index + 1}`;
const classOf = (color: string | undefined): string =>
  classNames[Number(color?.slice(1)) - 1] ?? '';

const theme = {
  name: 'classes',
  fg: '#000000',
  settings: Object.values(scopes).map((scope, index) => ({
    scope,
    settings: { foreground: colorOf(index) },
  })),
};
const highlighter = createHighlighterCoreSync({
  themes: [theme],
  langs: [typescript, shell, json, http, python, php, go, java],
  engine: createJavaScriptRegexEngine(),
});

/**
 * Highlights code at build time. Each token gets a class: `t-c` comment, `t-s` string, `t-k`
 * keyword, `t-n` number, `t-p` name.
 *
 * @param language as written after a code fence; code in an unknown language is not highlighted
 */
export function highlightCode(code: string, language: string): string {
  if (!highlighter.getLoadedLanguages().includes(language)) return escapeText(code);
  const spans: { className: string; text: string }[] = [];
  const add = (className: string, text: string): void => {
    const last = spans.at(-1);
    // White space gets the class of the previous token, so that adjacent tokens with the same class
    // become one span.
    if (last !== undefined && (last.className === className || text.trim() === ''))
      last.text += text;
    else spans.push({ className, text });
  };
  // Without a time limit, the result does not depend on the speed of the machine.
  const lines = highlighter.codeToTokensBase(code, {
    lang: language,
    theme: theme.name,
    tokenizeTimeLimit: 0,
  });
  for (const [index, line] of lines.entries()) {
    if (index > 0) add('', '\n');
    for (const { content, color } of line) add(classOf(color), content);
  }
  return spans
    .map(({ className, text }) =>
      className === '' ? escapeText(text) : `<span class="${className}">${escapeText(text)}</span>`,
    )
    .join('');
}
