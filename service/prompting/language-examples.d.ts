/**
 * "A red bicycle leans against a wall" in languages that models mix up with a neighbour: one
 * sentence shows script and spelling better than a rule. By the codes of the language list.
 */
export declare const languageExamples: Readonly<Record<string, string>>;
