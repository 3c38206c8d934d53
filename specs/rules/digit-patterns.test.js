import { describeRule, requestAt, responseAt, withRequest, withResponse } from './rule-tester.js';

/** @param {string} pattern */
const text = (pattern) => ({ type: 'string', pattern });
const message = "Write '[0-9]' instead of '\\d', and '[^0-9]' instead of '\\D'.";

describeRule('digit-patterns', {
  accepts: {
    'a character class of digits': withRequest(text('^[0-9]{4}$')),
    'an escaped backslash before the letter d': withRequest(text('^\\\\d$')),
    'a schema without a pattern': withRequest({ type: 'string', maxLength: 4 }),
  },
  rejects: {
    'the shorthand for digits': [
      withRequest(text('^\\d{4}$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand for non-digits': [
      withRequest(text('^\\D+$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand in a character class, after an escaped backslash': [
      withRequest(text('^\\\\[\\d*#]+$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand in a pattern for the keys of a map': [
      withResponse({ type: 'object', propertyNames: text('^\\d+$') }),
      [`${responseAt}/propertyNames/pattern: ${message}`],
    ],
  },
});
