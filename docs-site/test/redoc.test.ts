import { describe, expect, test } from 'vitest';
import { cut } from '../src/redoc/cut.ts';
import { BuildDocsChanged } from '../src/redoc/expect.ts';
import { firstPaintStyle } from '../src/redoc/first-paint.ts';
import { changes, ownLibrary, tokenStyles } from '../src/redoc/library.ts';
import { inlineStyles, ownMarkup } from '../src/redoc/markup.ts';
import { referencePolicy } from '../src/redoc/policy.ts';

const tokens = [
  'attr-name',
  'boolean',
  'comment',
  'deleted',
  'function',
  'inserted',
  'keyword',
  'link',
  'number',
  'operator',
  'string',
];
// The library writes it as a template; here it is only text.
const tokenStyle = ['` style="color: var($', '{i})"`'].join('');
const library = [
  'const{hydrate,init}=(()=>{',
  ...changes.map(({ find }) => find),
  ...tokens.map((token) => `\`--code-block-tokens-${token}-color\``),
  tokenStyle,
  'return "<\\/script>"',
  '})();export{hydrate,init};',
].join('\n');

const markup =
  '<div hidden=""><script>pick()</script></div><a class="x" href="/">Top</a><a href="/bookings">Bookings</a><p>API docs by</p><i style="display:none"></i>';

const output = `<!--cut:head--><style data-styled="true" data-styled-version="6.4.2">.a{color:red}</style><!--cut:body-->
      <div id="redoc">${markup}</div>
      <script type="module">
      ${library}

      const __redoc_definition = {"info":{"title":"</div>"}};
      const __redoc_options = {"hideLoading":true,"disableTelemetry":true};

      hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));
      </script><!--cut:end-->`;

describe('cutting the output of build-docs', () => {
  test('finds every part', () => {
    expect(cut(output)).toEqual({
      style: '.a{color:red}',
      styleTag: '<style data-styled="true" data-styled-version="6.4.2">',
      markup,
      schemeScript: 'pick()',
      library,
      definition: '{"info":{"title":"</div>"}}',
      options: '{"hideLoading":true,"disableTelemetry":true}',
    });
  });

  test.each([
    ['the head', '<!--cut:head-->', ''],
    ['the head', 'data-styled="true"', 'data-css="true"'],
    ['the body', '<!--cut:end-->', ''],
    ['the rendered overview', '<div id="redoc">', '<div id="app">'],
    ['the rendered overview', '<script type="module">', '<script>'],
    ['the definition', 'const __redoc_definition', 'const definition'],
    ['the definition', 'const __redoc_options', 'const options'],
    ['the definition', '{"info":', '{info:'],
    ['the options', 'hydrate(__redoc', 'render(__redoc'],
    ['the call of hydrate', "getElementById('redoc')", "getElementById('app')"],
    ['the colour scheme script', '<div hidden="">', '<div>'],
    ['"disableTelemetry":true', '"disableTelemetry":true', '"disableTelemetry":false'],
  ])('refuses an output in which %s changed (%s)', (part, find, replacement) => {
    const changed = output.replace(find, replacement);
    expect(changed).not.toBe(output);
    expect(() => cut(changed)).toThrow(BuildDocsChanged);
    expect(() => cut(changed)).toThrow(`changed: ${part}`);
  });
});

describe('the library', () => {
  test.each(changes)('loses $what', ({ find, replacement }) => {
    const own = ownLibrary(library);
    expect(own).not.toContain(find);
    expect(own).toContain(replacement);
  });

  test.each(changes)('is refused without $what, and with it twice', ({ what, find }) => {
    for (const changed of [library.replace(find, ''), library.replace(find, find + find)]) {
      expect(() => ownLibrary(changed)).toThrow(BuildDocsChanged);
      expect(() => ownLibrary(changed)).toThrow(`changed: ${what} found`);
    }
  });

  test('is as it was before it was put between script tags', () => {
    expect(ownLibrary(library)).toContain('return "</script>"');
  });

  test('is refused when it does not export hydrate', () => {
    expect(() => ownLibrary(library.replace('export{hydrate,init}', 'export{init}'))).toThrow(
      'does not export hydrate',
    );
  });

  test('tells the style of each kind of token', () => {
    expect(tokenStyles(library)).toEqual(
      tokens.map((token) => `color: var(--code-block-tokens-${token}-color)`),
    );
  });

  test.each([
    ['the style of a token', tokenStyle],
    [
      'the colours of tokens',
      '`--code-block-tokens-link-color`\n`--code-block-tokens-number-color`\n',
    ],
  ])('is refused when %s changed', (what, find) => {
    expect(() => tokenStyles(library.replace(find, ''))).toThrow(`changed: ${what}`);
  });
});

describe('the rendered overview', () => {
  test('routes by hash in every link', () => {
    expect(ownMarkup(markup)).toContain('<a class="x" href="#/">');
    expect(ownMarkup(markup)).toContain('<a href="#/bookings">');
  });

  test('keeps links that lead elsewhere', () => {
    const outside = `${markup}<a href="https://example.com/x">x</a>`;
    expect(ownMarkup(outside)).toContain('<a href="https://example.com/x">');
  });

  test.each([
    ['the links of the sidebar', markup.replaceAll('href="/', 'href="#/')],
    ['a link of the overview', `${markup}<area href="/bookings">`],
    ['the attribution in the overview', markup.replace('API docs by', 'Made with')],
  ])('is refused when %s changed', (what, changed) => {
    expect(() => ownMarkup(changed)).toThrow(`changed: ${what}`);
  });

  test('tells each of its inline styles once', () => {
    expect(inlineStyles(`<i style="b"></i><i style="a"></i><i style="b"></i>`)).toEqual(['a', 'b']);
  });
});

test('the policy of a reference names every inline text by hash, and the empty style that the library adds', () => {
  const policy = referencePolicy(cut(output));
  expect(policy['script-src']).toHaveLength(2);
  expect(policy['style-src']).toContain("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  expect(policy['style-src']).toHaveLength(2 + 2 + 1 + tokens.length);
  expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
});

describe('the style for the first paint', () => {
  const style =
    ':root{--a:1px;--b:var(--c, 2px);--c:3px;--d:4px;--e:5px;--f:6px;--g:7px;--h:8px;}/*!sc*/\n:root.dark{--c:var(--e);--d:9px;}/*!sc*/\n.x{margin:var(--b)}/*!sc*/\ndata-styled.g1[id="x"]{content:"x,"}/*!sc*/\n';

  test('keeps what is asked for, also from within other variables and in the other scheme', () => {
    expect(firstPaintStyle(style, '')).toBe(
      ':root{--b:var(--c, 2px);--c:3px;--e:5px;}/*!sc*/\n:root.dark{--c:var(--e);}/*!sc*/\n.x{margin:var(--b)}/*!sc*/\ndata-styled.g1[id="x"]{content:"x,"}/*!sc*/\n',
    );
  });

  test('keeps what other styles of the page ask for', () => {
    expect(firstPaintStyle(style, '.y{margin:var( --a)}')).toContain('--a:1px;');
  });

  test('leaves a variable alone whose value holds what looks like the end of it', () => {
    const image = `--b:url("data:image/svg+xml;utf8,<a b='}'/>")`;
    expect(firstPaintStyle(style.replace('--b:var(--c, 2px)', image), '')).toContain(`${image};`);
    expect(firstPaintStyle(style.replace('--a:1px', `--a:url("data:a;b}")`), '')).not.toContain(
      'data:',
    );
  });

  test('is refused when most variables are in use, for then it is not what we know', () => {
    expect(() => firstPaintStyle(':root{--a:1px;}.x{margin:var(--a)}', '')).toThrow(
      'the variables are nearly all in use: 0 of 1 are not',
    );
  });
});
