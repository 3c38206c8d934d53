import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceNames, thisRepository } from '../src/repository/repository.ts';
import { runNode } from '../src/repository/run.ts';
import { type Clone, cloneRepository } from './support/clone.ts';

// The walk stands in one of these, between two marks; its commands are run as it says, and its
// output is compared.
const homes = ['CONTRIBUTING.md', 'packages/contract-gate/README.md'];
const walks = homes.flatMap(
  (file) => /<!-- walk -->\n([\s\S]*?)<!-- \/walk -->/.exec(thisRepository.read(file))?.[1] ?? [],
);

/** Versions, days and line numbers go on; the rest is as it is told. */
const lasting = (text: string) =>
  text.replaceAll(/\d+\.\d+\.\d+(-rc\.\d+)?/g, 'VERSION').replaceAll(/\.yaml:\d+/g, '.yaml:LINE');

describe('the walk through a first change', () => {
  let clone: Clone;
  beforeAll(async () => {
    clone = await cloneRepository();
    for (const name of interfaceNames) await clone.gate('release', name);
  });
  afterAll(() => clone?.remove());

  it('stands in one place', () => {
    expect(walks).toHaveLength(1);
  });

  it('does what it says', async () => {
    const [walk = ''] = walks;
    const addition = /```yaml\n([\s\S]*?)```/.exec(walk)?.[1] ?? '';
    const courier = 'specs/lastmile/courier.yaml';
    const before = clone.read(courier);
    clone.write(
      courier,
      before.replace(/^(Courier:\n(?: .*\n)*? {2}properties:\n)/m, `$1${addition}`),
    );
    expect(clone.read(courier)).not.toBe(before);

    // A command is indented; what it prints follows in a block, or it prints what nobody has to
    // read.
    const steps = [
      ...walk
        .replace(/```yaml[\s\S]*?```/, '')
        .matchAll(/^ {4}(npm run .*)$|^```\n([\s\S]*?)^```$|(Set `info\.version`)/gm),
    ];
    expect(steps.length).toBeGreaterThan(7);
    let printed = '';
    for (const [, command, output, bump] of steps) {
      if (bump !== undefined) countUp(clone);
      if (output !== undefined)
        for (const line of lasting(output).trim().split('\n'))
          expect(lasting(printed)).toContain(line);
      if (command !== undefined) printed = await perform(clone, command);
    }
    expect((await clone.gate('check')).status).toBe(0);
  });
});

function countUp(clone: Clone): void {
  const file = 'specs/lastmile.yaml';
  clone.write(
    file,
    clone
      .read(file)
      .replace(
        /^( {2}version: \d+\.\d+\.\d+-rc\.)(\d+)$/m,
        (_, head: string, count: string) => `${head}${Number(count) + 1}`,
      ),
  );
}

async function perform(clone: Clone, command: string): Promise<string> {
  const [, script = '', rest = ''] =
    /^npm run (\S+)(?: -- (.*)| -w @delivery-api\/specs)?$/.exec(command) ?? [];
  if (script === 'lint:lastmile') {
    const { status, stdout, stderr } = await runNode(
      `${clone.folder}/specs/lint.ts`,
      ['lastmile'],
      clone.folder,
    );
    expect(status, stdout + stderr).toBe(0);
    return stdout;
  }
  const commands: Record<string, string> = {
    diff: 'diff',
    changelog: 'changelog',
    'check:contract': 'check',
  };
  const { stdout, stderr } = await clone.gate(
    commands[script] ?? script,
    ...rest.split(' ').filter(Boolean),
  );
  return stdout + stderr;
}
