/** An API key of an owner. The key itself is not stored. Times are ISO 8601, in UTC. */
export interface ApiKey {
    readonly id: string;
    readonly owner_id: string;
    readonly name: string;
    /** SHA-256 of the key, in hexadecimal. */
    readonly hash: string;
    /** The last four characters, by which its owner recognises it. */
    readonly last4: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
    readonly revoked_at: string | null;
}
/** Keeps the API keys of owners. */
export interface ApiKeys {
    createKey(key: ApiKey): Promise<void>;
    findKey(hash: string): Promise<ApiKey | undefined>;
    /** All keys, or those of one owner, oldest first, revoked ones too. */
    listKeys(ownerId?: string): Promise<ApiKey[]>;
    /** Revokes a key, unless it is revoked already. Returns it, or nothing where there is none. */
    revokeKey(id: string, at: string): Promise<ApiKey | undefined>;
    /** Records when a key was last used. */
    touchKey(hash: string, at: string): Promise<void>;
}
