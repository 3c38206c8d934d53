export type { Exchange, InterfaceName, Mock, MockOptions, Mode } from './public.ts';
export { MockError } from './public.ts';
export { startMock } from './start-mock.ts';
