/** The part of the package that Altscribe uses; the package has no types. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; false if another process has it. */
  export function tryLock(fd: number): boolean;
}
