/** Reads the imports of source files, for the architecture tests. A file is identified by its path below `src`. */

/** Source files by their paths. */
export type Sources = ReadonlyMap<string, string>;

/** All imports of a source text: side effects, types and dynamic imports included. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path ?? '');

/** The target of an import, below `src`; null for packages. */
export function targetOf(file: string, path: string): string | null {
  if (path.startsWith('@/')) return path.slice(2);
  if (!path.startsWith('.')) return null;
  const parts = file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** For each of these files, the files that it imports. */
export function importGraph(sources: Sources): Map<string, string[]> {
  const endings = ['', '.ts', '.tsx', '/index.ts'];
  const fileOf = (target: string | null) =>
    target === null
      ? undefined
      : endings.map((ending) => `${target}${ending}`).find((each) => sources.has(each));
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      importsOf(text).flatMap((path) => fileOf(targetOf(file, path)) ?? []),
    ]),
  );
}

/** The groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const place = order.size;
    order.set(file, place);
    let low = place;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low !== place) return low;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort());
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
