import { describe } from 'vitest';
import { describeReadme } from '../../client-core/test/support/describe-readme.js';

describe('the README', () => {
  describeReadme('lastmile', 'bookingUpdated.dinner_event_delivered', {
    calls: [/^bkg_\w+ searching\n$/, /^Already booked: bkg_\w+\n$/],
    handled: 'bkg_01JD5KB1QZ8N delivered',
    example: 'searching',
  });
});
