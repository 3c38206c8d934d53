import { describe, expect, it } from 'vitest';
import { isObject, readContract } from '../contract/index.ts';
import type { JsonObject } from '../contract/model.ts';
import { removeUnusedProblems } from '../contract/remove-unused-problems.ts';
import { contracts } from './support/contracts.ts';

const [lastmile, marketplace] = contracts;
const copyOf = (document: JsonObject | undefined) => structuredClone(document ?? {});

describe('tenantParameter', () => {
  it('tenantParameter is the path parameter that every path starts with', () => {
    expect(lastmile?.tenantParameter).toMatchObject({ name: 'partner_name', in: 'path' });
  });

  it('tenantParameter is undefined when no path starts with a parameter', () => {
    expect(marketplace?.tenantParameter).toBeUndefined();
  });

  it('tenantParameter is undefined when one path does not start with it', () => {
    const document = copyOf(lastmile?.document);
    const [[path, item] = ['', {}]] = Object.entries(document.paths ?? {});
    Object.assign(document.paths as JsonObject, { [`/other${path}`]: item });
    expect(readContract(document).tenantParameter).toBeUndefined();
  });
});

it('removeUnusedProblems removes an unused code and its member of Problem', () => {
  const document = copyOf(lastmile?.document);
  const { components } = document;
  if (!isObject(components) || !isObject(components.schemas)) throw new Error('No components.');
  const { Problem } = components.schemas;
  const catalogue = components['x-error-catalogue'];
  if (!isObject(Problem) || !isObject(Problem.properties) || !isObject(catalogue))
    throw new Error('No Problem.');
  Object.assign(catalogue.common as JsonObject, { unused: { extensions: ['unused_member'] } });
  Problem.properties.unused_member = { type: 'string' };
  expect(removeUnusedProblems(document)).toEqual(lastmile?.document);
});
