import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildDocs } from '../src/redoc/build-docs.ts';
import { RedocOutputError } from '../src/redoc/output-error.ts';
import { withoutUnusedVariables } from '../src/redoc/overview-style.ts';
import { applyPatches, patches } from '../src/redoc/patches.ts';
import { inlineStyles, referencePolicy, stockPolicy, tokenStyles } from '../src/redoc/policy.ts';
import { buildReference } from '../src/redoc/reference.ts';
import { parseStockPage, type StockPage, splitOutput } from '../src/redoc/split-output.ts';
import { defaultSite, type Site } from '../src/site.ts';

const tokens = 'attr-name boolean comment deleted function inserted keyword link number operator'
  .split(' ')
  .map((token) => `\`--code-block-tokens-${token}-color\``);
// In the library, this is part of a template. Here, it is only text.
const tokenStyle = ['` style="color: var($', '{i})"`'].join('');
const rendering =
  'async function hydrate(e){l=(0,Rx.createElement)(f3,{a:1});if(r.childElementCount===0){(0,Dom.createRoot)(r).render(q(l,i));return}(0,Dom.hydrateRoot)(r,q(l,i),{onRecoverableError:(e,t)=>{let n=String(e);x.test(n)||console.error(n,t)}})}function next(){}';
const workerProbe =
  'function probe(){if(typeof window>`u`||typeof Worker>`u`)return!1;let e=globalThis;try{return e._factory??=Function(src),!0}catch{return!1}}';
const library = [
  'const{hydrate,init}=(()=>{',
  '`https://cdn.redoc.ly/redoc/logo-mini-full.svg`?`https://cdn.redoc.ly/redoc/logo-mini.svg`:`https://otel.cloud.redocly.com/v1/traces`',
  rendering,
  workerProbe,
  ...tokens,
  tokenStyle,
  'return "<\\/script>"',
  '})();export{hydrate,init};',
].join('\n');
const overview =
  '<div hidden=""><script>pick()</script></div><a class="x" href="/">Top</a><a href="/bookings">Bookings</a><i style="display:none"></i>';
const style = ':root{--a:1px;--b:2px;--c:3px;}.a{margin:var(--a)}';
const output = `<!--cut:head--><style data-styled="true" data-styled-version="6.4.2">${style}</style><!--cut:body-->
      <div id="redoc">${overview}</div>
      <script type="module">
      ${library}

      const __redoc_definition = {"info":{"title":"</div>"}};
      const __redoc_options = {"hideLoading":true,"disableTelemetry":true};

      hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));
      </script><!--cut:end-->`;
const parts = splitOutput(parseStockPage(output));

describe('splitting the output of build-docs', () => {
  test('returns every part and the library as it was before inlining', () => {
    expect(parts).toEqual({
      style,
      styleTag: '<style data-styled="true" data-styled-version="6.4.2">',
      overview,
      schemeScript: 'pick()',
      library: library.replace('<\\/script>', '</script>'),
      definition: '{"info":{"title":"</div>"}}',
      options: '{"hideLoading":true,"disableTelemetry":true}',
    });
  });

  test.each([
    ['the head', '<!--cut:head-->', ''],
    ['the head', 'data-styled="true"', 'data-css="true"'],
    ['the body', '<!--cut:end-->', ''],
    ['the overview', '<div id="redoc">', '<div id="app">'],
    ['the overview', '<script type="module">', '<script>'],
    ['the definition', 'const __redoc_definition', 'const definition'],
    ['the definition', 'const __redoc_options', 'const options'],
    ['the definition', '{"info":', '{info:'],
    ['the options', 'hydrate(__redoc', 'render(__redoc'],
    ['the options', "getElementById('redoc')", "getElementById('app')"],
    ['the color scheme script', '<div hidden="">', '<div>'],
    ['the module', 'export{hydrate,init}', 'export{init}'],
    ['"disableTelemetry":true', '"disableTelemetry":true', '"disableTelemetry":false'],
  ])('throws an error that names %s when it changed (%s)', (part, find, replacement) => {
    const changed = output.replace(find, replacement);
    expect(changed).not.toBe(output);
    expect(() => splitOutput(parseStockPage(changed))).toThrow(RedocOutputError);
    expect(() => splitOutput(parseStockPage(changed))).toThrow(`changed: ${part}`);
  });
});

describe('the patches', () => {
  const warn = vi.fn();
  afterEach(() => warn.mockClear());

  test('each patch has a reason and a goal', () => {
    for (const { reason, goal } of patches)
      for (const text of [reason, goal]) expect(text).not.toBe('');
  });

  test('the patches remove every external address from the library', () => {
    expect(applyPatches(parts, '', warn).library).not.toMatch(/redoc\.ly|redocly\.com/);
    expect(warn).not.toHaveBeenCalled();
  });

  test('the patches start the first rendering as a React transition', () => {
    const { library: patched } = applyPatches(parts, '', warn);
    expect(patched).toContain(
      '(0,Rx.startTransition)(()=>{if(r.childElementCount===0){(0,Dom.createRoot)',
    );
    expect(patched).toContain('console.error(n,t)}})})}function next()');
  });

  test('the patches prevent the library from evaluating code', () => {
    const { library: patched } = applyPatches(parts, '', warn);
    expect(patched).toContain('\nfunction probe(){return!1}\n');
    expect(patched).not.toContain('Function(');
  });

  test('the patches convert the links of the overview to hash routes, and do not change external links', () => {
    const external = '<a href="https://example.com/x">x</a>';
    const { overview: patched } = applyPatches(
      { ...parts, overview: overview + external },
      '',
      warn,
    );
    expect(patched).toContain('<a class="x" href="#/">');
    expect(patched).toContain('<a href="#/bookings">');
    expect(patched).toContain(external);
  });

  test.each([
    ['external addresses', 'library', (text: string) => text.replace('logo-mini.svg', 'logo.svg')],
    [
      'first rendering as a transition',
      'library',
      (text: string) => text.replace('.childElementCount===0', '.firstChild===null'),
    ],
    [
      'first rendering as a transition',
      'library',
      (text: string) => text.replace('(0,Rx.createElement)', 'Rx'),
    ],
    ['first rendering as a transition', 'library', (text: string) => text + rendering],
    [
      'code evaluation for a search worker',
      'library',
      (text: string) => text.replace('??=Function(', '??=make('),
    ],
    ['code evaluation for a search worker', 'library', (text: string) => text + workerProbe],
    ['links of the overview', 'overview', (text: string) => text.replaceAll('href="/', 'href="#/')],
    ['links of the overview', 'overview', (text: string) => `${text}<area href="/bookings">`],
    ['unused style variables', 'style', () => ':root{--a:1px}.a{margin:var(--a)}'],
  ] as const)(
    'the patches keep the original text and print a one-line warning when the patch for %s does not match the %s',
    (name, part, change) => {
      const changed = { ...parts, [part]: change(parts[part]) };
      expect(changed[part]).not.toBe(parts[part]);
      const patch = patches.find((one) => one.name === name);
      expect(patch?.apply(changed[part], '')).toBeUndefined();
      const patched = applyPatches(changed, '', warn);
      expect(warn).toHaveBeenCalledOnce();
      expect(warn.mock.calls[0]?.[0]).toMatch(
        new RegExp(`^docs-site: the Redoc patch '${name}' .+$`),
      );
      if (part !== 'library') expect(patched[part]).toBe(changed[part]);
    },
  );
});

describe('the content security policy of a reference', () => {
  test('allows every inline script and style by hash, and the empty style that the library adds', () => {
    const policy = referencePolicy(parts);
    expect(policy['script-src']).toHaveLength(2);
    expect(policy['style-src']).toContain("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    expect(policy['style-src']).toHaveLength(2 + 2 + 1 + tokens.length);
    expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
  });

  test('includes the style of each kind of token', () => {
    expect(tokenStyles(library)).toEqual(
      tokens.map((token) => `color: var(${token.slice(1, -1)})`),
    );
  });

  test.each([
    ['the style of a token', tokenStyle],
    ['a color of a token', tokens[0] ?? ''],
  ])(
    'the policy allows all inline styles, and a warning is printed, when %s is unknown',
    (_, find) => {
      const warn = vi.fn();
      const policy = referencePolicy({ ...parts, library: library.replace(find, '') }, warn);
      expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test('lists each inline style once', () => {
    expect(inlineStyles(`<i style="b"></i><i style="a"></i><i style="b"></i>`)).toEqual(['a', 'b']);
  });

  test('allows the scripts of an unchanged page by hash', () => {
    expect(stockPolicy(parseStockPage(output))['script-src']).toHaveLength(3);
    expect(stockPolicy(parseStockPage(output))['script-src']).not.toContain("'unsafe-inline'");
  });
});

describe('the style of the overview', () => {
  const full =
    ':root{--a:1px;--b:var(--c, 2px);--c:3px;--d:4px;--e:5px;--f:6px;--g:7px;--h:8px;}/*!sc*/\n:root.dark{--c:var(--e);--d:9px;}/*!sc*/\n.x{margin:var(--b)}/*!sc*/\ndata-styled.g1[id="x"]{content:"x,"}/*!sc*/\n';

  test('keeps used variables, including those that other variables or the dark scheme use', () => {
    expect(withoutUnusedVariables(full, '')).toBe(
      ':root{--b:var(--c, 2px);--c:3px;--e:5px;}/*!sc*/\n:root.dark{--c:var(--e);}/*!sc*/\n.x{margin:var(--b)}/*!sc*/\ndata-styled.g1[id="x"]{content:"x,"}/*!sc*/\n',
    );
  });

  test('keeps variables that other styles of the page use', () => {
    expect(withoutUnusedVariables(full, '.y{margin:var( --a)}')).toContain('--a:1px;');
  });

  test('parses values that contain braces and semicolons', () => {
    const image = `--b:url("data:image/svg+xml;utf8,<a b='}'/>")`;
    const withImage = full.replace('--b:var(--c, 2px)', image);
    expect(withoutUnusedVariables(withImage, '')).toContain(`${image};`);
    const unused = full.replace('--a:1px', `--a:url("data:a;b}")`);
    expect(withoutUnusedVariables(unused, '')).not.toContain('data:');
  });
});

describe('a build with the installed Redoc', () => {
  let site: Site;
  let stock: StockPage;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeAll(() => {
    site = { ...defaultSite, out: mkdtempSync(join(tmpdir(), 'redoc-')) };
  });
  afterAll(() => rmSync(site.out, { recursive: true, force: true }));
  afterEach(() => warn.mockClear());
  const build = (change: (page: StockPage) => StockPage = (page) => page): string => {
    buildReference(site, 'lastmile', (document) => {
      stock ??= buildDocs(document);
      return change(stock);
    });
    return readFileSync(join(site.out, 'lastmile/index.html'), 'utf8');
  };
  const readLibrary = (): string => {
    const assets = join(site.out, 'assets');
    const file = readdirSync(assets).find((name) => name.startsWith('redoc.')) ?? '';
    return readFileSync(join(assets, file), 'utf8');
  };

  test('applies every patch without a warning', () => {
    build();
    expect(warn).not.toHaveBeenCalled();
  });

  test('uses the unchanged library text where the pattern of a patch does not match', () => {
    const find = '.childElementCount===0';
    build((page) => ({ ...page, body: page.body.replace(find, '.childElementCount==0') }));
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/^docs-site: the Redoc patch 'first rendering as a transition' .+$/),
    ]);
    expect(readLibrary()).toContain('.childElementCount==0');
    expect(readLibrary()).not.toContain('cdn.redoc.ly');
  });

  test('uses the unchanged page when it cannot be split', () => {
    const page = build(({ head, body }) => ({
      head,
      body: body.replaceAll('__redoc_definition', '__definition'),
    }));
    expect(warn).toHaveBeenCalledOnce();
    expect(page).toContain('const __definition = ');
    expect(page).toContain('<header class="bar">');
    expect(page).not.toContain("script-src 'unsafe-inline'");
  });
});
