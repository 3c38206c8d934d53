// Writes the generated sources of a package: `node cli.ts types|client <bundle.json> <folder>`.
import { type Contract, loadContract } from '@delivery-api/specs/contract';
import { generateClient, generateTypes } from './index.ts';
import { writeFolder } from './source/write-folder.ts';

const generators = {
  types: generateTypes,
  // npm sets the variable to the version of the package whose script runs.
  client: (contract: Contract) => generateClient(contract, process.env.npm_package_version),
};
const [kind = '', bundle, folder] = process.argv.slice(2);
const generate = Object.hasOwn(generators, kind)
  ? generators[kind as keyof typeof generators]
  : undefined;
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
