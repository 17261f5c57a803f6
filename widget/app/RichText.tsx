import { Fragment, useMemo } from 'react'
import { type Block, type Inline, parseText } from './rich-text.ts'

/** Built from elements and text alone; no markup is ever parsed. */
export function RichText({ text }: { text: string }) {
  const blocks = useMemo(() => parseText(text), [text])
  return (
    <div className="rich" dir="auto">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.lines.map((line, index) => (
          <li key={index}>{draw(line)}</li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {block.lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {draw(line)}
        </Fragment>
      ))}
    </p>
  )
}

function draw(nodes: Inline[]) {
  return nodes.map((node, index) => <InlineView key={index} node={node} />)
}

function InlineView({ node }: { node: Inline }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'code':
      return <code>{node.text}</code>
    case 'strong':
      return <strong>{draw(node.children)}</strong>
    case 'em':
      return <em>{draw(node.children)}</em>
    case 'link':
      return <SafeLink href={node.href}>{draw(node.children)}</SafeLink>
  }
}

/** `href` must have passed safeLink. */
export function SafeLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
