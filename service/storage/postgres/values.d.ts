import { type CustomTypesConfig } from 'pg';
/** How values of some types are read, by the numbers that PostgreSQL has for the types. */
export declare const valueTypes: CustomTypesConfig;
