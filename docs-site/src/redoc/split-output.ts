import { RedocOutputError } from './output-error.ts';

/** Template for `build-docs`. It marks the two parts of the page that our own page contains. */
export const template =
  '<!--cut:head-->{{{redocHead}}}<!--cut:body-->{{{redocHTML}}}<!--cut:end-->';

/** The content that `build-docs` writes into `<head>` and `<body>` of the stock page. */
export interface StockPage {
  head: string;
  body: string;
}

/** The parts of a stock page. */
export interface Parts {
  /** Text of the only `<style>`. */
  style: string;
  /** Opening tag of that `<style>`. The library searches for its attributes. */
  styleTag: string;
  /** The prerendered overview, which the library hydrates. */
  overview: string;
  /** Script in `overview` that sets the color scheme before the first paint. */
  schemeScript: string;
  /** Module that renders the page. It is the same for every document. */
  library: string;
  /** The document, as JSON. */
  definition: string;
  /** The options, as a JavaScript expression. */
  options: string;
}

/**
 * Returns the text between `start`, which must occur exactly once, and the last `end` after it.
 *
 * @throws {RedocOutputError} that names `part`
 */
function between(text: string, part: string, start: string, end: string): string {
  const [, rest, ...more] = text.split(start);
  if (rest === undefined || more.length > 0)
    throw new RedocOutputError(part, 'does not start where expected');
  const close = rest.lastIndexOf(end);
  if (close < 0) throw new RedocOutputError(part, 'does not end where expected');
  return rest.slice(0, close);
}

function compactJson(expression: string): string {
  try {
    return JSON.stringify(JSON.parse(expression));
  } catch {
    throw new RedocOutputError('the definition', 'is not JSON');
  }
}

/** Returns head and body of a page that was rendered with `template`. */
export const parseStockPage = (output: string): StockPage => ({
  head: between(output, 'the head', '<!--cut:head-->', '<!--cut:body-->').trim(),
  body: between(output, 'the body', '<!--cut:body-->', '<!--cut:end-->'),
});

/**
 * Splits a stock page into its parts.
 *
 * @throws {RedocOutputError} that names the part that is not where it is expected
 */
export function splitOutput({ head, body }: StockPage): Parts {
  const [, styleTag, style] =
    /^(<style data-styled="true" data-styled-version="[\d.]+">)([^<]*)<\/style>$/.exec(head) ?? [];
  if (styleTag === undefined || style === undefined)
    throw new RedocOutputError('the head', 'is not one <style> of styled-components');
  const scriptStart = '</div>\n      <script type="module">';
  const definitionStart = '\n      const __redoc_definition = ';
  const optionsStart = ';\n      const __redoc_options = ';
  const call =
    ";\n\n      hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";
  const overview = between(body, 'the overview', '\n      <div id="redoc">', scriptStart);
  const script = between(body, 'the script', scriptStart, '</script>');
  const definition = between(script, 'the definition', definitionStart, optionsStart);
  const options = between(script, 'the options', optionsStart, call);
  if (!options.includes('"disableTelemetry":true'))
    throw new RedocOutputError('"disableTelemetry":true', 'is missing from the options');
  const library = script
    .slice(0, script.indexOf(definitionStart))
    .trim()
    .replaceAll('<\\/script', '</script');
  if (!/export\{[^}]*\bhydrate\b[^}]*\};?$/.test(library))
    throw new RedocOutputError('the module', 'does not export hydrate at its end');
  return {
    style,
    styleTag,
    overview,
    schemeScript: between(
      overview,
      'the color scheme script',
      '<div hidden=""><script>',
      '</script></div>',
    ),
    library,
    definition: compactJson(definition),
    options,
  };
}
