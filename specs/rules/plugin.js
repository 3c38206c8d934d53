import { diff } from './diff.js';
import { rules } from './rules.js';

/** The Redocly plugin with our rules; `redocly.yaml` switches them on as `contract/<rule>`. */
export default () => ({ id: 'contract', rules: { oas3: rules }, diff });
