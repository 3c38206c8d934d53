import { describe, expect, it } from 'vitest';
import { isObject, readContract } from '../contract/index.ts';
import type { JsonObject } from '../contract/model.ts';
import { removeUnusedProblems } from '../contract/remove-unused-problems.ts';
import { contracts } from './support/contracts.ts';

const [lastmile, marketplace] = contracts;
const copyOf = (document: JsonObject | undefined) => structuredClone(document ?? {});

describe('tenantParameter', () => {
  it('tenantParameter is the path parameter with which every path starts', () => {
    expect(lastmile?.tenantParameter).toMatchObject({ name: 'partner_name', in: 'path' });
  });

  it('tenantParameter is undefined if no path starts with a parameter', () => {
    expect(marketplace?.tenantParameter).toBeUndefined();
  });

  it('tenantParameter is undefined if one path does not start with the parameter of the other paths', () => {
    const document = copyOf(lastmile?.document);
    const [[path, item] = ['', {}]] = Object.entries(document.paths ?? {});
    Object.assign(document.paths as JsonObject, { [`/other${path}`]: item });
    expect(readContract(document).tenantParameter).toBeUndefined();
  });
});

it('removeUnusedProblems removes a code that no operation returns, and the Problem member that only this code uses', () => {
  const document = copyOf(lastmile?.document);
  const { components } = document;
  if (!isObject(components) || !isObject(components.schemas))
    throw new Error('The contract has no component schemas.');
  const { Problem } = components.schemas;
  const catalogue = components['x-error-catalogue'];
  if (!isObject(Problem) || !isObject(Problem.properties) || !isObject(catalogue))
    throw new Error('The contract has no Problem properties or no error catalog.');
  Object.assign(catalogue.common as JsonObject, { unused: { extensions: ['unused_member'] } });
  Problem.properties.unused_member = { type: 'string' };
  expect(removeUnusedProblems(document)).toEqual(lastmile?.document);
});
