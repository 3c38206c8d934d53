import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPages } from '../../src/pages/pages.ts';
import { buildReference } from '../../src/redoc/reference.ts';
import { defaultSite, interfaces, type Site } from '../../src/site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the site that this run built from the current bundles. */
    site: string;
  }
}

/** Builds the whole site into a folder. */
export function buildInto(out: string): Site {
  const site = { ...defaultSite, out };
  for (const name of interfaces) buildReference(site, name);
  buildPages(site);
  return site;
}

export default function setup(project: TestProject): () => void {
  const out = mkdtempSync(join(tmpdir(), 'docs-site-'));
  buildInto(out);
  project.provide('site', out);
  return () => rmSync(out, { recursive: true, force: true });
}
