import type { SourcePage } from '@aichat/contracts/ai/sources'

/** A folder of the address, a page, or both. */
export type TreeNode = {
  /** The path so far, which identifies the node. */
  path: string
  /** The last part of the path. */
  name: string
  page: SourcePage | null
  children: TreeNode[]
  /** The pages at and below the node that are not used yet. */
  newIds: string[]
  pageCount: number
}

/** Arranges pages by the folders of their addresses. Folders that contain nothing but one folder are merged with it. */
export function buildPageTree(pages: readonly SourcePage[]): TreeNode[] {
  const root = createNode('', '')
  for (const page of pages) {
    let node = root
    for (const name of splitAddress(page.url)) node = findChild(node, name)
    node.page = page
  }
  for (const child of root.children) summarize(child)
  return root.children.map(merge)
}

function createNode(path: string, name: string): TreeNode {
  return { path, name, page: null, children: [], newIds: [], pageCount: 0 }
}

function findChild(node: TreeNode, name: string): TreeNode {
  const path = `${node.path}/${name}`
  const found = node.children.find((child) => child.path === path)
  if (found) return found
  const child = createNode(path, name)
  node.children.push(child)
  return child
}

/** The host or first folder, then each folder. A query belongs to the last part. */
function splitAddress(url: string): string[] {
  if (!/^https?:\/\//.test(url)) return url.split('/').filter(Boolean)
  const { host, pathname, search } = new URL(url)
  const folders = pathname.split('/').filter(Boolean).map(decode)
  if (search) folders.push(`${folders.pop() ?? ''}${search}`)
  return [host, ...folders]
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function summarize(node: TreeNode): void {
  for (const child of node.children) summarize(child)
  const own = node.page && node.page.itemId === null ? [node.page.id] : []
  node.newIds = [...own, ...node.children.flatMap(({ newIds }) => newIds)]
  node.pageCount = (node.page ? 1 : 0) + node.children.reduce((sum, { pageCount }) => sum + pageCount, 0)
}

function merge(node: TreeNode): TreeNode {
  const [only, ...others] = node.children
  if (!node.page && only && others.length === 0 && only.children.length > 0)
    return merge({ ...only, name: `${node.name}/${only.name}` })
  return { ...node, children: node.children.map(merge) }
}
