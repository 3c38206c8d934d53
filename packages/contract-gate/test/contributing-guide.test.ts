import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextVersion } from '../src/diff/comparison/bump.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { runNode } from '../src/repository/run.ts';
import { type Clone, cloneRepository } from './support/clone.ts';

// One of these files contains the guide between two markers. The test runs the commands of the guide
// and compares their output.
const files = ['CONTRIBUTING.md', 'packages/contract-gate/README.md'];
const guides = files.flatMap(
  (file) => /<!-- walk -->\n([\s\S]*?)<!-- \/walk -->/.exec(thisRepository.read(file))?.[1] ?? [],
);

/** Replaces versions and line numbers, which change. */
const withoutVersions = (text: string) =>
  text.replaceAll(/\d+\.\d+\.\d+(-rc\.\d+)?/g, 'VERSION').replaceAll(/\.yaml:\d+/g, '.yaml:LINE');

describe('the guide to a first change', () => {
  let clone: Clone;
  beforeAll(async () => {
    clone = await cloneRepository();
    await clone.gate('release');
  });
  afterAll(() => clone?.remove());

  it('the guide is in CONTRIBUTING.md or in the README of the gate, but not in both', () => {
    expect(guides).toHaveLength(1);
  });

  it('contains commands that print the documented output', async () => {
    const [guide = ''] = guides;
    const addition = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const courier = 'specs/lastmile/courier.yaml';
    const before = clone.read(courier);
    clone.write(
      courier,
      before.replace(/^(Courier:\n(?: .*\n)*? {2}properties:\n)/m, `$1${addition}`),
    );
    expect(clone.read(courier)).not.toBe(before);

    // A command is indented. A code block after it contains its output.
    const steps = [
      ...guide
        .replace(/```yaml[\s\S]*?```/, '')
        .matchAll(/^ {4}(npm run .*)$|^```text\n([\s\S]*?)^```$|(Set `info\.version`)/gm),
    ];
    expect(steps.length).toBeGreaterThan(7);
    let printed = '';
    for (const [, command, output, bump] of steps) {
      if (bump !== undefined) incrementVersion(clone);
      if (output !== undefined)
        for (const line of withoutVersions(output).trim().split('\n'))
          expect(withoutVersions(printed)).toContain(line);
      if (command !== undefined) printed = await runCommand(clone, command);
    }
    expect((await clone.gate('check')).status).toBe(0);
  });
});

function incrementVersion(clone: Clone): void {
  const file = 'specs/lastmile.yaml';
  clone.write(
    file,
    clone
      .read(file)
      .replace(
        /^ {2}version: (.*)$/m,
        (_, version: string) => `  version: ${nextVersion(version, 'minor')}`,
      ),
  );
}

async function runCommand(clone: Clone, command: string): Promise<string> {
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
