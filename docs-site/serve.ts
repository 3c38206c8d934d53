// Serves the built site: `node serve.ts [--port 4000] [--host 127.0.0.1]`.
import { runCommand } from './src/errors.ts';
import { serve } from './src/serve/serve.ts';
import { defaultSite } from './src/site.ts';

await runCommand(() => serve(defaultSite.out, process.argv.slice(2)));
