class Node:
    __slots__ = ('value', 'next')
    def __init__(self, value, next):
        self.value = value
        self.next = next
class Queue:
    __slots__ = ('first', 'last', 'size')
    def __init__(self, first, last, size):
        self.first = first
        self.last = last
        self.size = size
def push(q, value):
    node = Node(value, None)
    if q.size == 0:
        q.first = node
    else:
        q.last.next = node
    q.last = node
    q.size = q.size + 1
    return 0
def pop(q):
    node = q.first
    q.first = node.next
    q.size = q.size - 1
    return node.value
def main():
    q = Queue(None, None, 0)
    s = 0
    i = 0
    while i < 50:
        t = push(q, i)
        i = i + 1
    i = 0
    while i < 2000000:
        t = pop(q)
        s = s + t
        t = push(q, t + 1)
        i = i + 1
    return s
print(main())
