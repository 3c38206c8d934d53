const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
