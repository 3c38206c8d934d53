/** Something that keeps the stories from being run, in one line that says what to do about it. */
export class StoriesError extends Error {
  override name = 'StoriesError';
}
