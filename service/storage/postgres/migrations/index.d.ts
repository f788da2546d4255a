/**
 * Every change of the tables, in the order in which they are applied. The version of a change is its
 * place, counted from 1. One that has been released is never edited: add another.
 */
export declare const migrations: readonly string[];
