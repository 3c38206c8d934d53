import type { Json } from '@delivery-api/specs/contract';
import { literal } from '../text.ts';

/**
 * A value as a TypeScript literal, one member a line, so that a long body stays readable and does
 * not overflow.
 */
export function tsLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return literal(value);
  if (value === null || typeof value !== 'object') return String(value);
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => tsLiteral(item, deeper))
    : Object.entries(value).map(
        ([key, item]) =>
          `${/^[A-Za-z_]\w*$/.test(key) ? key : literal(key)}: ${tsLiteral(item, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${deeper}${line},\n`).join('')}${indent}${close}`;
}
