/**
 * Colors of every page, in the light and dark scheme. Text colors have a contrast of at least 4.5:1
 * on `paper` and on `wash`.
 */
const light = {
  paper: '#ffffff',
  wash: '#f3f6f4',
  line: '#d3dbd7',
  ink: '#101819',
  'ink-soft': '#46534f',
  link: '#00594a',
  asphalt: '#12191b',
  'asphalt-line': '#35423f',
  'on-asphalt': '#f5f8f6',
  'on-asphalt-soft': '#b6c2bd',
  signal: '#d9f53a',
  'on-signal': '#101819',
  code: '#f3f6f4',
  'code-edge': '#12191b',
  edge: '#10181933',
  get: '#00614e',
  post: '#1d46b0',
  event: '#7a1fa2',
  stop: '#a8260d',
};

const dark: typeof light = {
  paper: '#0f1516',
  wash: '#161e20',
  line: '#2c383a',
  ink: '#edf2f0',
  'ink-soft': '#aebbb7',
  link: '#cdea3f',
  asphalt: '#070b0c',
  'asphalt-line': '#2c383a',
  'on-asphalt': '#f5f8f6',
  'on-asphalt-soft': '#b6c2bd',
  signal: '#d9f53a',
  'on-signal': '#101819',
  code: '#161e20',
  'code-edge': '#2c383a',
  edge: '#ffffff33',
  get: '#52d3b0',
  post: '#93b4ff',
  event: '#dc9bf7',
  stop: '#ff9d85',
};

const type = `--type: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;`;

const declarations = (colors: Record<string, string>): string =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

const lightRule = `:root { color-scheme: light; ${type} ${declarations(light)} }`;
const darkRule = (selector: string): string =>
  `${selector} { color-scheme: dark; ${declarations(dark)} }`;

/**
 * Theme of the interactive references. A class on the root element selects the scheme; the inline
 * script of the page sets the class.
 */
export const referenceTheme = `${lightRule}
${darkRule(':root.dark')}
`;

/**
 * Theme of plain pages. If scripts are off, the system setting selects the scheme. Print is always
 * light.
 */
export const siteTheme = `${lightRule}
@media screen { ${darkRule(':root.dark')} }
@media screen and (prefers-color-scheme: dark) { ${darkRule(':root:not(.js)')} }
`;

/** Color of the browser frame: that of the navigation bar in the light scheme. */
export const frameColor = light.asphalt;
