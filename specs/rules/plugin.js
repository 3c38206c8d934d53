import { diff } from './diff.js';
import { rules } from './rules.js';

/** Redocly plugin with our rules. `redocly.yaml` enables them as `contract/<rule>`. */
export default () => ({ id: 'contract', rules: { oas3: rules }, diff });
