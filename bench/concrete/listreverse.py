class Node:
    __slots__ = ('value', 'next')
    def __init__(self, value, next):
        self.value = value
        self.next = next
def reverse(list):
    done = None
    while list is not None:
        next = list.next
        list.next = done
        done = list
        list = next
    return done
def main():
    s = 0
    r = 0
    while r < 30000:
        list = None
        i = 0
        while i < 100:
            list = Node(i + r, list)
            i = i + 1
        list = reverse(list)
        s = s + list.value
        r = r + 1
    return s
print(main())
