/** In the place of `@wordpress/blocks`, which Node.js cannot load: no type of block is registered. */
export const getBlockType = (): undefined => undefined;
