import { BuildDocsChanged, between, replaceExactly } from './expect.ts';

/**
 * Our template for `build-docs`: nothing but marks around its two parts, which we put into a page
 * of our own.
 */
export const template =
  '<!--cut:head-->{{{redocHead}}}<!--cut:body-->{{{redocHTML}}}<!--cut:end-->';

/** What one run of `build-docs --inlineBundle` consists of. */
export interface Parts {
  /** The text of the one `<style>`. */
  style: string;
  /** Its opening tag, which the script looks for. */
  styleTag: string;
  /** The rendered overview, as the script expects to find it. */
  markup: string;
  /**
   * The script that sets the colour scheme before anything is painted; it stands inside `markup`.
   */
  schemeScript: string;
  /** The module that renders everything, equal for all documents. */
  library: string;
  /** The document, as JSON. */
  definition: string;
  /** The options, as a JavaScript expression. */
  options: string;
}

function asJson(expression: string): string {
  try {
    return JSON.stringify(JSON.parse(expression));
  } catch {
    throw new BuildDocsChanged('the definition', 'is not JSON any more');
  }
}

/**
 * Cuts the output of `build-docs` into its parts. @throws {BuildDocsChanged} naming the part that
 * is not where it used to be
 */
export function cut(output: string): Parts {
  const head = between(output, 'the head', '<!--cut:head-->', '<!--cut:body-->').trim();
  const [, styleTag, style] =
    /^(<style data-styled="true" data-styled-version="[\d.]+">)([^<]*)<\/style>$/.exec(head) ?? [];
  if (styleTag === undefined || style === undefined)
    throw new BuildDocsChanged('the head', 'is not one <style> of styled-components any more');
  const body = between(output, 'the body', '<!--cut:body-->', '<!--cut:end-->');
  const markup = between(
    body,
    'the rendered overview',
    '\n      <div id="redoc">',
    '</div>\n      <script type="module">',
  );
  const script = between(body, 'the script', '</div>\n      <script type="module">', '</script>');
  const definition = between(
    script,
    'the definition',
    '\n      const __redoc_definition = ',
    ';\n      const __redoc_options = ',
  );
  const library = script.slice(0, script.indexOf('\n      const __redoc_definition = '));
  const options = between(
    script,
    'the options',
    ';\n      const __redoc_options = ',
    ';\n\n      hydrate(',
  );
  const call = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";
  replaceExactly(script, 'the call of hydrate', call, '');
  const schemeScript = between(
    markup,
    'the colour scheme script',
    '<div hidden=""><script>',
    '</script></div>',
  );
  if (!options.includes('"disableTelemetry":true'))
    throw new BuildDocsChanged('"disableTelemetry":true', 'is missing from the options');
  return {
    style,
    styleTag,
    markup,
    schemeScript,
    library: library.trim(),
    definition: asJson(definition),
    options,
  };
}
