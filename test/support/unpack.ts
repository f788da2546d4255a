import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';

/** The JSON files in an exported archive, by name. */
export async function unpack(archive: Uint8Array): Promise<Map<string, unknown>> {
  const files = await unpackTar(gunzipSync(archive));
  return new Map(
    files.map(({ header, data }) => [
      header.name,
      JSON.parse(new TextDecoder().decode(data)) as unknown,
    ]),
  );
}
