/** Tasks that run by themselves, and whose end can be waited for. */
export interface PendingTasks {
    add(task: Promise<unknown>): void;
    /** Resolves when every task that was added so far has ended, however it ended. */
    settled(): Promise<void>;
}
export declare function createPendingTasks(): PendingTasks;
