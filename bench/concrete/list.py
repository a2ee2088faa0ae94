class Node:
    __slots__ = ('v', 'next')
    def __init__(self, v, next):
        self.v = v
        self.next = next
def main():
    head = None
    i = 0
    while i < 1000:
        head = Node(i, head)
        i = i + 1
    r = 0
    s = 0
    while r < 15000:
        p = head
        while p is not None:
            s = s + p.v
            p = p.next
        r = r + 1
    return s
print(main())
