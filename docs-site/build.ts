// Builds the site, a part at a time: `node build.ts reference:lastmile`, `node build.ts reference:marketplace`, `node build.ts pages`.
import { Fault, orOneLine } from './src/fault.ts';
import { defaultSite, isInterface } from './src/site.ts';

await orOneLine(async () => {
  const task = process.argv[2] ?? '';
  const name = task.replace(/^reference:/, '');
  if (task === 'pages') {
    const { buildPages } = await import('./src/pages/pages.ts');
    buildPages(defaultSite);
    console.log('docs-site/dist: overview, questions, known limits, errors, decisions, source');
  } else if (task !== name && isInterface(name)) {
    const { buildReference } = await import('./src/redoc/reference.ts');
    buildReference(defaultSite, name);
    console.log(`docs-site/dist/${name}: reference and downloads`);
  } else {
    throw new Fault(`Which part? Say \`node build.ts reference:lastmile\`, \`reference:marketplace\` or \`pages\`, not '${task}'.`);
  }
});
