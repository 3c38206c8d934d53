import { describe, expect, test } from 'vitest';
import { layout, mainSequence } from '../src/guides/diagram/layout.ts';
import { expand } from '../src/guides/directives.ts';
import { contractOf, defaultSite } from '../src/site.ts';

const contracts = {
  lastmile: contractOf(defaultSite, 'lastmile'),
  marketplace: contractOf(defaultSite, 'marketplace'),
};
const input = { site: defaultSite, contracts };

describe('a state diagram', () => {
  const machines = Object.values(contracts).flatMap((contract) =>
    contract.machines.map((machine) => ({ contract, machine, name: machine.schemaName })),
  );

  test.each(machines)(
    'the $name state diagram contains every state once and every transition',
    ({ machine }) => {
      const { main, side, leaving, along, beside } = layout(machine);
      expect([...main, ...side].sort()).toEqual([...machine.states.keys()].sort());
      const down = main.slice(1).map((to, index) => `${main[index]} ${to}`);
      const drawn = [...leaving, ...along].flatMap(({ from, to }) =>
        from.map((one) => `${one} ${to}`),
      );
      const all = [...down, ...drawn, ...beside.map(({ from, to }) => `${from} ${to}`)];
      expect(all.sort()).toEqual(machine.transitions.map(({ from, to }) => `${from} ${to}`).sort());
    },
  );

  test.each(machines)(
    'the $name state diagram has all guaranteed states in its main sequence',
    ({ machine }) => {
      expect(mainSequence(machine).filter((state) => machine.guaranteed.includes(state))).toEqual(
        machine.guaranteed,
      );
    },
  );

  test.each(machines)(
    'the $name state diagram has a title, a description and a table of transitions',
    ({ contract, machine, name }) => {
      const { html, markdown } = expand(
        input,
        `diagram: ${contract.name} ${name.replace(/Status$/, '').toLowerCase()}`,
      );
      expect(html?.text).toMatch(/<svg[^>]* role="img" aria-labelledby="([\w-]+)-title \1-desc"/);
      for (const state of machine.states.keys()) {
        expect(html?.text).toContain(`>${state}</text>`);
        expect(markdown).toContain(`\`${state}\``);
      }
      expect(html?.text).not.toMatch(/\s(?:style|fill|stroke)="|https?:/);
    },
  );
});
