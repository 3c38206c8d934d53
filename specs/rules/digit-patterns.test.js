import { describeRule, requestAt, responseAt, withRequest, withResponse } from './rule-tester.js';

/** @param {string} pattern */
const text = (pattern) => ({ type: 'string', pattern });
const message = "Write '[0-9]' instead of '\\d' in a pattern.";

describeRule('digit-patterns', {
  accepts: {
    'a character class of digits': withRequest(text('^[0-9]{4}$')),
    'a backslash before the letter d': withRequest(text('^\\\\d$')),
    'a schema without a pattern': withRequest({ type: 'string', maxLength: 4 }),
  },
  refuses: {
    'the shorthand for digits': [
      withRequest(text('^\\d{4}$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand for anything but digits': [
      withRequest(text('^\\D+$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand in a character class, after an escaped backslash': [
      withRequest(text('^\\\\[\\d*#]+$')),
      [`${requestAt}/pattern: ${message}`],
    ],
    'the shorthand in the names of a map': [
      withResponse({ type: 'object', propertyNames: text('^\\d+$') }),
      [`${responseAt}/propertyNames/pattern: ${message}`],
    ],
  },
});
