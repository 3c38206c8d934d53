import { describeEveryEvent } from '../../client-core/test/support/every-event.js';
import { unwrapWebhook } from '../src/webhooks.js';

describeEveryEvent('marketplace', unwrapWebhook);
