import { describe } from 'vitest';
import { describeValidators } from '../../client-core/test/support/describe-validators.js';
import * as validators from '../src/validators.js';

describe('the validators', () => {
  describeValidators('marketplace', validators);
});
