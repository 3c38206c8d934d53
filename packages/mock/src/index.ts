export type { Exchange, InterfaceName, Mock, MockOptions, Mode } from './api/types.ts';
export { MockError } from './api/types.ts';
export { startMock } from './start-mock.ts';
