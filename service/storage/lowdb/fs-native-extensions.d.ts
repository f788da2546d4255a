/** The part of the package that Altscribe uses; it brings no types. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; false when another process has it. */
  export function tryLock(fd: number): boolean;
}
