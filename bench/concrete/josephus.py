class Node:
    __slots__ = ('value', 'next')
    def __init__(self, value, next):
        self.value = value
        self.next = next
def main():
    s = 0
    r = 0
    while r < 9000:
        first = Node(1, None)
        last = first
        i = 2
        while i <= 120:
            p = Node(i, None)
            last.next = p
            last = p
            i = i + 1
        last.next = first
        p = last
        while p.next is not p:
            k = 1
            while k < 7:
                p = p.next
                k = k + 1
            p.next = p.next.next
        s = s + p.value
        r = r + 1
    return s
print(main())
