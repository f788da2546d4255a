/**
 * The version of the files that this program writes. The first kept no journal, and refuses a folder
 * in which a file has a later version.
 */
export const formatVersion = 2;
