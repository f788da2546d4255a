import type { APIError } from 'openai';
/** Whether a refused request (4xx) was refused because the server cannot read the picture. */
export declare function isAboutPicture({ code, message }: Pick<APIError, 'code' | 'message'>): boolean;
