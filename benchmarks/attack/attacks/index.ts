import type { Attack } from '../attack.ts';
import { clients } from './clients.ts';
import { crowds } from './crowds.ts';
import { origins } from './origins.ts';
import { page } from './page.ts';
import { requests } from './requests.ts';
import { signatures } from './signatures.ts';
import { targets } from './targets.ts';
import { tenants } from './tenants.ts';
import { wire } from './wire.ts';

/** In the order in which they are made. */
export const attacks: readonly Attack[] = [
  requests,
  wire,
  tenants,
  origins,
  page,
  targets,
  crowds,
  clients,
  signatures,
];
