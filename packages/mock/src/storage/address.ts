/** The supported store addresses, for error messages. */
export const storeDescription = 'memory, file:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

/** Returns whether a string is a store address. Does not check that the store exists. */
export const isStore = (text: string): boolean =>
  text === 'memory' || /^file:./.test(text) || (isPostgres(text) && URL.canParse(text));

/** Returns whether an address selects PostgreSQL. */
export const isPostgres = (store: string): boolean => /^postgres(ql)?:\/\//.test(store);

/** Returns the address of a store, with `***` instead of the password. */
export function withoutPassword(store: string): string {
  if (!isPostgres(store)) return store;
  const address = new URL(store);
  if (address.password !== '') address.password = '***';
  if (address.searchParams.has('password')) address.searchParams.set('password', '***');
  return address.href;
}
