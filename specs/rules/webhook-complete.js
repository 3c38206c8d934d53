import { documentRule } from './document-node.js';
import { webhooks } from './traversal.js';

/**
 * A webhook declares its delivery, its signature headers, and the 200 and 410 responses. Its name is
 * the `type` of its events.
 */
export const webhookComplete = documentRule((root) => {
  for (const { name, place, parameters } of webhooks(root)) {
    if (!place.at('x-webhook-delivery').exists)
      place.report(`The webhook '${name}' has no delivery rules. Add x-webhook-delivery.`);
    for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      if (
        !parameters.some(
          ({ value }) => value?.in === 'header' && value.name === header && value.required,
        )
      )
        place.report(`The webhook '${name}' must have the ${header} header.`);
    }
    for (const status of ['200', '410']) {
      if (!place.at('responses', status).exists)
        place.report(`The webhook '${name}' must document the ${status} response.`);
    }
    const event = place.at('requestBody', 'content', 'application/json', 'schema');
    if (
      event.at('properties', 'type').value?.const !== name ||
      !event.value.required?.includes('type')
    )
      event.report(`The events of '${name}' must require 'type' with const: ${name}.`);
  }
});
