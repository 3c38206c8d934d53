import { expect, it } from 'vitest';
import { bookInWorkspaces, isolationViolations } from '../bench/parts/workspaces.ts';
import { withMock } from '../shared/mock-server.ts';

const mockArgs = ['--frozen', '--quiet'];

it('the check finds no isolation violation in workspaces that book at the same time', () =>
  withMock(mockArgs, async ({ url }) => {
    const tokens = Array.from({ length: 20 }, (_, index) => `test_w-${index}.bench`);
    const ids = await bookInWorkspaces(url, tokens, 3);
    expect(new Set([...ids.values()].flat()).size).toBe(60);
    expect(await isolationViolations(url, ids)).toEqual([]);
  }));

it('the check reports bookings that another workspace contains', () =>
  withMock(mockArgs, async ({ url }) => {
    const ids = await bookInWorkspaces(url, ['test_w-1.bench', 'test_w-2.bench'], 1);
    const [first = [], second = []] = [...ids.values()];
    const swapped = new Map([
      ['test_w-1.bench', second],
      ['test_w-2.bench', first],
    ]);
    expect((await isolationViolations(url, swapped)).sort()).toEqual(
      [
        `test_w-1.bench does not return ${second[0]}`,
        `test_w-1.bench reads ${first[0]} with 200`,
        `test_w-1.bench returns ${first[0]}`,
        `test_w-2.bench does not return ${first[0]}`,
        `test_w-2.bench reads ${second[0]} with 200`,
        `test_w-2.bench returns ${second[0]}`,
      ].sort(),
    );
  }));
