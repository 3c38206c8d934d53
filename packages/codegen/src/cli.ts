// node cli.ts types|client <bundle.json> <folder>: writes the generated sources of a package.
import { loadContract } from '@delivery-api/specs/contract';
import { generateClient, generateTypes } from './index.ts';
import { writeFolder } from './write.ts';

const generators = { types: generateTypes, client: generateClient };
const [kind = '', bundle, folder] = process.argv.slice(2);
const generate = generators[kind as keyof typeof generators];
if (generate === undefined || bundle === undefined || folder === undefined) {
  console.error('Usage: node cli.ts types|client <bundle.json> <folder>');
  process.exit(2);
}
try {
  const files = await generate(loadContract(bundle));
  writeFolder(folder, files);
  console.log(`${folder}: ${files.size} files`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
