import type { Editable } from '../contract.ts';

// Parts of the small contract that the rows edit.
export const machine = (document: Editable) =>
  document.components.schemas.ParcelStatus['x-state-machine'];
export const status = (document: Editable) => document.components.schemas.ParcelStatus;
export const catalogue = (document: Editable) => document.components['x-error-catalogue'].common;
export const limits = (document: Editable) => document.paths['/parcels'].post['x-limits'];
export const codes = (document: Editable): string[] =>
  document.paths['/parcels'].post.responses[409]['x-problem-codes'];
export const delivery = (document: Editable) =>
  document.webhooks.parcelMoved.post['x-webhook-delivery'];
export const blockers = (document: Editable) =>
  document.components.schemas.BlockerCode['x-blockers'];
export const schemas = (document: Editable) => document.components.schemas;
export const request = (document: Editable) => schemas(document).CreateParcelRequest;
export const response = (document: Editable) => schemas(document).Parcel;
export const create = (document: Editable) => document.paths['/parcels'].post;
export const read = (document: Editable) => document.paths['/parcels/{id}'].get;
export const event = (document: Editable) => document.webhooks.parcelMoved.post;
/** Returns an edit that sets members of the object that `find` returns. */
export const set =
  (find: (document: Editable) => Editable, members: object) =>
  (document: Editable): void => {
    Object.assign(find(document), structuredClone(members));
  };
