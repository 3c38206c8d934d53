/** Reads a setting of this site; `null` if it is not set or the browser denies access. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Saves a setting of this site for other pages. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting then applies to this page only.
  }
}
