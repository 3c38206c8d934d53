import type { Json } from '@delivery-api/specs/contract';
import { stringLiteral } from './text.ts';

/** Returns a value as a TypeScript literal, with one member on each line. */
export function valueLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => valueLiteral(item, inner))
    : Object.entries(value).map(
        ([key, member]) => `${propertyName(key)}: ${valueLiteral(member, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

const propertyName = (key: string): string =>
  /^[A-Za-z_]\w*$/.test(key) ? key : stringLiteral(key);
