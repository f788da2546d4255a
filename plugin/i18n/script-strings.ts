/** The strings of the scripts, as WordPress's own tool would find them in the built files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import type { Message } from './messages.ts';

/** The functions of `@wordpress/i18n` and the meaning of their arguments. */
const functions: Record<string, { plural?: number; context?: number }> = {
  __: {},
  _x: { context: 1 },
  _n: { plural: 1 },
  _nx: { plural: 1, context: 3 },
};

/**
 * All files that an entry imports, directly or indirectly, including those that are loaded later.
 *
 * @param entry - path of a TypeScript file.
 * @returns paths of TypeScript files, including the entry.
 */
export function listModules(entry: string): string[] {
  const files = [entry];
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    for (const { fileName } of importedFiles) {
      const imported = join(dirname(file), fileName);
      const isOurs = fileName.startsWith('.') && /\.tsx?$/.test(fileName) && existsSync(imported);
      if (isOurs && !files.includes(imported)) files.push(imported);
    }
  }
  return files;
}

/**
 * The strings of one file.
 *
 * @param file - path of a TypeScript file.
 * @param root - folder that the references are relative to.
 * @throws Error if a string is not a literal, because tools could not find it, or of another text
 *   domain, because it would stay in English.
 */
export function readScriptStrings(file: string, root: string): Message[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const reference = relative(root, file).split(sep).join('/');
  const messages: Message[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const places = functions[node.expression.text];
      if (places) messages.push({ ...readCall(node, places), reference });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

function readCall(
  call: ts.CallExpression,
  { plural, context }: { plural?: number; context?: number },
): Omit<Message, 'reference'> {
  const read = (index: number): string => {
    const argument = call.arguments[index];
    if (argument && ts.isStringLiteralLike(argument)) return argument.text;
    throw new Error(`${call.getSourceFile().fileName}: ${call.getText()} needs a plain string.`);
  };
  if (read(call.arguments.length - 1) !== 'altscribe') {
    throw new Error(`${call.getSourceFile().fileName}: ${call.getText()} needs our text domain.`);
  }
  return {
    msgid: read(0),
    ...(plural !== undefined && { msgid_plural: read(plural) }),
    ...(context !== undefined && { msgctxt: read(context) }),
    comment: findComment(call),
  };
}

/** Whether a comment before this node is about it alone. */
function isUnit(node: ts.Node): boolean {
  const isValue = ts.isJsxExpression(node) && ts.isJsxAttribute(node.parent);
  return (
    ts.isStatement(node) ||
    ts.isFunctionLike(node) ||
    ts.isJsxAttribute(node) ||
    (ts.isJsxChild(node) && !isValue)
  );
}

/** The comment for translators before the call, or before the `sprintf` or the statement that contains it. */
function findComment(call: ts.Node): string {
  const text = call.getSourceFile().text;
  for (let node = call; ; node = node.parent) {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ];
    for (const { pos, end } of ranges) {
      const match = /translators:[\s\S]*/.exec(text.slice(pos, end).replace(/\*\/$/, ''));
      if (match) return match[0].replace(/\s+/g, ' ').trim();
    }
    if (isUnit(node)) return '';
  }
}
