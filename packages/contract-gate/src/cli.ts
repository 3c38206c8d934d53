// Command line of the contract gate: `node cli.ts <command> …`. See README.md.
import { main } from './cli/main.ts';
import { thisRepository } from './repository/repository.ts';

process.exitCode = await main(process.argv.slice(2), {
  repository: thisRepository,
  cwd: process.env.INIT_CWD ?? process.cwd(),
  today: new Date().toISOString().slice(0, 10),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});
